package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/inventory/api"
)

// #region go
func main() {
	ctx := context.Background()
	key := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("CADASTRE_KEY"))
		return nil
	})
	client, err := api.NewClientWithResponses(os.Getenv("CADASTRE_URL"), key)
	if err != nil {
		log.Fatal(err)
	}

	made, err := client.NetworksCreateWithResponse(ctx, nil, api.NetworksCreateJSONRequestBody{Name: "go", Subnet: "10.22.0.0/24"})
	if err != nil || made.JSON201 == nil {
		log.Fatal("no network was made: ", err, string(made.Body))
	}

	list, err := client.NetworksListWithResponse(ctx, nil)
	if err != nil || list.JSON200 == nil {
		log.Fatal("no list: ", err)
	}
	for _, network := range *list.JSON200 {
		fmt.Println("listed", network.Name, network.Subnet)
	}

	missing, err := client.NetworksGetWithResponse(ctx, "0198c0de-7a3b-7c1e-9f00-2b6a51d3c001", nil)
	if err != nil {
		log.Fatal(err)
	}
	if missing.JSON404 != nil {
		fmt.Println("error", missing.JSON404.Code, missing.JSON404.Error)
	}
}

// #endregion
